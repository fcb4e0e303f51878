import path from 'node:path'
import { wrongFirstParameters } from './first-parameters.ts'
import { importsOf, withoutComments } from './imports.ts'

/** What the text of a source file may not contain, outside the files that exist for it. */
interface Boundary {
  files: RegExp
  except?: RegExp
  /** A pattern, or a function that returns the positions in the code, for rules that depend on where the file is. */
  crosses: RegExp | ((file: string, code: string) => number[])
  reason: string
}

/** Tests and what only they use. */
export const tests = /\.test\.ts$|(?:^|\/)testing\/|(?:^|\/)testing[-.]|^db\/testing/

/** Returns the feature that a file of the web belongs to: `web/features/<domain>/<feature>`. */
const featureOf = (file: string): string | undefined => /^web\/features(?:\/[^/]+){1,2}/.exec(file)?.[0]

/** Finds what a file imports from features other than its own, including the styles that it composes. */
function otherFeatures(file: string, code: string): number[] {
  return [...code.matchAll(/\b(?:from|import)[\s(]*['"]([^'"]+)['"]/g)].flatMap(
    ({ index, 1: target = '' }) => {
      const at = target.startsWith('@/') ? `web/${target.slice(2)}` : path.posix.join(file, '..', target)
      const feature = featureOf(at)
      return feature === undefined || feature === featureOf(file) ? [] : [index]
    },
  )
}

/** What each package may import besides itself (ARCHITECTURE.md). A package that is not named here may import nothing. */
const mayImport: Record<string, readonly string[]> = {
  core: [],
  messages: ['core'],
  contract: ['core'],
  db: ['core'],
  api: ['contract', 'core', 'db', 'messages'],
  web: ['contract', 'core', 'messages'],
  'stand-ins': ['core', 'db'],
  server: ['api', 'contract', 'core', 'db', 'messages', 'stand-ins'],
  tools: ['api', 'contract', 'core', 'db', 'messages', 'stand-ins', 'server'],
  cli: ['api', 'contract', 'core', 'messages', 'db', 'stand-ins', 'server', 'tools'],
  e2e: ['api', 'contract', 'core', 'db', 'messages', 'server', 'tools'],
}

const packageOf = (file: string): string => file.split('/')[0] ?? ''

/** Finds imports of packages that the package of this file must not know. */
function unknownPackages(file: string, code: string): number[] {
  const allowed = [packageOf(file), ...(mayImport[packageOf(file)] ?? [])]
  return importsOf(file, code).flatMap(({ target, index }) =>
    !target.includes('/') || allowed.includes(packageOf(target)) ? [] : [index],
  )
}

/** Returns the position after a template whose first backtick is at `start`. It may contain further templates. */
function endOfTemplate(code: string, start: number): number {
  let index = start + 1
  while (index < code.length && code[index] !== '`') {
    if (code[index] === '\\') index += 2
    else if (code.startsWith('${', index)) index = endOfPlaceholder(code, index)
    else index += 1
  }
  return index + 1
}

/** Returns the position after a `${…}`. */
function endOfPlaceholder(code: string, start: number): number {
  let index = start + 2
  for (let depth = 1; depth > 0 && index < code.length; ) {
    if (code[index] === '`') {
      index = endOfTemplate(code, index)
      continue
    }
    if (code[index] === '{') depth += 1
    if (code[index] === '}') depth -= 1
    index += 1
  }
  return index
}

/** Finds statements whose rows have an asserted type, or `any`. A typed fragment in a statement of Kysely is none. */
function assertedRows(_file: string, code: string): number[] {
  const run = code.matchAll(/\.(?:query|executeQuery)<|(?:\brows\b.*= await|\breturn)[^\n]*\.query\(/g)
  const templates = [...code.matchAll(/(?<![\w.])sql<[^`]*>`/g)].filter(({ index, 0: found }) =>
    /^\s*\.execute\(/.test(code.slice(endOfTemplate(code, index + found.length - 1))),
  )
  return [...run, ...templates].map(({ index }) => index)
}

export const boundaries: Boundary[] = [
  {
    files: /\/.*\.(?:ts|tsx|mjs|mts)$/,
    crosses: unknownPackages,
    reason: 'A package may import only the packages that ARCHITECTURE.md lists for it.',
  },
  {
    files: /^(?:api|core|contract|db)\/.*\.ts$/,
    except: /^api\/ports\.ts$/,
    crosses: /\bnew Date\(\)|\bDate\.now\(\)|\bMath\.random\(\)/,
    reason: 'Get time and randomness through api/ports.ts.',
  },
  {
    files: /^(?:api|core|contract|db)\/.*\.ts$/,
    except: /^api\/ports\.ts$/,
    crosses: /(?<![.\w])fetch\(/,
    reason: 'Use the network through api/ports.ts.',
  },
  {
    files: /^api\/.*\.ts$/,
    except: /^api\/(?:ports|net\/[\w-]+)\.ts$/,
    // Servers and types of node:http are none. Stripe, MQTT, and email have clients of their own (docs/security.md).
    crosses:
      /\.fetch\b|import \{[^}]*(?<!type )\b(?:request|get|Agent)\b[^}]*\} from 'node:http'|from 'node:(?:https|http2|tls)'|from '(?:undici|axios|got|node-fetch)'|createRemoteJWKSet\((?![^;]*\[customFetch\])/,
    reason:
      'Make requests with api/net: `openVendorNetwork` where people enter the address, `askOperated` where the operator does.',
  },
  {
    files: /^api\/.*\.ts$/,
    except: /\.sql\.ts$/,
    crosses:
      /\bCompiledQuery\b|\.(?:selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|(?<![\w.])sql(?:<[^`]*>)?`|\b(?:pool|client)\s*\.query(?:<[^(]*>)?\(|(?<![\w.])queryPrepared(?:<[^(]*>)?\(/,
    reason: 'SQL of the API belongs in a .sql.ts file.',
  },
  {
    files: /^api\/.*\.sql\.ts$/,
    // The invariants return whole rows of any statement, only to show them.
    except: /^api\/platform\/invariants\/invariants\.sql\.ts$/,
    crosses: assertedRows,
    reason:
      'Declare the rows of a hand-written statement with `statement` in db/rows.ts instead of asserting their type.',
  },
  {
    files: /^api\/.*\.sql\.ts$/,
    crosses: wrongFirstParameters,
    reason:
      'The first parameter of an exported function with SQL is `db`, `tx`, `pool`, or `client`, with a type of docs/data-access.md.',
  },
  {
    files: /^(?:api\/.*\.sql\.ts|db\/functions\/.*\.sql)$/,
    // Values of enums and JSON keys are written differently, so a capital and a small letter begin a text.
    crosses:
      /(?:\b(?:coalesce|concat|concat_ws|format)\([^'`]*|\b(?:then|else)\s+|\|\|\s*)'[A-Z][a-z ][^'\n]*'/,
    reason: 'SQL has no texts for people. Return null or a code, and write the text in messages/.',
  },
  {
    files: /^(?:api\/.*\.ts|db\/functions\/.*\.sql)$/,
    except: /^api\/platform\/notifications\/dispatch\.sql\.ts$/,
    crosses: /\binsertInto\('notifications'\)|\binsert into notifications\b/,
    reason:
      'Notify people with `dispatchNotice` (api/platform/notifications/dispatch.ts), which heeds what they chose.',
  },
  {
    files: /^api\/.*\.ts$/,
    // The dispatcher, and what is no notice: links, changes of an account, receipts, invites, alerts, codes, and tests.
    except:
      /^api\/(?:platform\/notifications\/dispatch|platform\/(?:emails|push|texts)\/[\w-]+\.sql|platform\/notifications\/(?:text-number|push-devices)\.routes|platform\/alerts\/send-alert|identity\/auth\/links|identity\/phone-codes\/[\w-]+|identity\/account-changes\/account-changes|money\/receipts\/send-receipts|people\/invites\/make-invite)\.ts$/,
    crosses: /\b(?:writeEmail|writeText|insertPush)\(/,
    reason:
      'Notify people with `dispatchNotice` (api/platform/notifications/dispatch.ts), which heeds what they chose.',
  },
  {
    files: /^api\/.*\.ts$/,
    crosses: /\btx\??: (?!Tx\b)|\btype Tx =/,
    reason: 'The type of `tx` is `Tx` of db/database.ts, which only a transaction has.',
  },
  {
    files: /^api\/.*\.ts$/,
    crosses: /\bnow\??: [^=,;)}\n]*\bstring\b/,
    reason: 'Pass `now: Date`. Make its text where it is bound to a statement or put in a response.',
  },
  {
    files: /\.(?:ts|tsx|mjs|mts)$/,
    crosses: /\.catch\(\(\) => \{\s*\}\)|catch(?: \(\w+\))? \{\s*\}/,
    reason:
      'Report or handle each failure, or explain in a comment why not. Close a broken connection with db/close-quietly.ts.',
  },
  {
    files: /^web\/(?:ui|lib)\//,
    crosses: otherFeatures,
    reason: 'Shared components must not import features.',
  },
  {
    files: /^web\/(?!contract-loader\.mjs)/,
    crosses: /\bfrom 'typebox/,
    reason: 'Pages have no schemas (web/contract-loader.mjs). The server validates.',
  },
  {
    files: /^web\/features\//,
    crosses: otherFeatures,
    reason:
      'A feature must not import another feature. Move shared code to web/ui or web/lib, or compose the features in a page.',
  },
  {
    files: /^(?:(?:api|contract|core|db|server|stand-ins|web)\/|cli\/(?!test-runs\/)).*\.tsx?$/,
    crosses: /(?:from|import)[\s(]*['"][^'"]*\/testing[/.-]/,
    reason: 'Only tests, what runs them, and tools may import from a testing folder.',
  },
  {
    files: /^(?:core|contract|db)\/.*\.ts$/,
    crosses: /\bconsole\.(?:log|error|warn)\(/,
    reason: 'A library must not print. Pass it a function that prints, or throw.',
  },
]

export interface Crossing {
  line: number
  reason: string
}

/** Finds what crosses a boundary in one file. Comments are left out, and so are tests. */
export function findCrossings(file: string, text: string): Crossing[] {
  if (tests.test(file)) return []
  const code = withoutComments(text)
  return boundaries
    .filter(({ files, except }) => files.test(file) && !except?.test(file))
    .flatMap(({ crosses, reason }) => {
      const positions =
        typeof crosses === 'function'
          ? crosses(file, code)
          : [...code.matchAll(new RegExp(crosses, 'g'))].map(({ index }) => index)
      return positions.map((index) => ({ line: code.slice(0, index).split('\n').length, reason }))
    })
}
