/** What the text of a source file may not contain, outside the files that exist for it. */
interface Boundary {
  files: RegExp
  except?: RegExp
  pattern: RegExp
  reason: string
}

const tests = /\.test\.ts$|(?:^|\/)testing\/|(?:^|\/)testing[-.]|^db\/testing/

export const boundaries: Boundary[] = [
  {
    files: /^(?:api|core|contract|db)\/.*\.ts$/,
    except: /^api\/ports\.ts$/,
    pattern: /\bnew Date\(\)|\bDate\.now\(\)|\bMath\.random\(\)/,
    reason: 'Time and randomness come in through api/ports.ts.',
  },
  {
    files: /^(?:api|core|contract|db)\/.*\.ts$/,
    except: /^api\/ports\.ts$/,
    pattern: /(?<![.\w])fetch\(/,
    reason: 'The network is reached through api/ports.ts.',
  },
  {
    files: /^api\/.*\.ts$/,
    except: /\.sql\.ts$/,
    pattern:
      /\.(?:selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|(?<![\w.])sql(?:<[^`]*>)?`|\b(?:pool|client)\s*\.query(?:<[^(]*>)?\(|(?<![\w.])hot(?:<[^(]*>)?\(/,
    reason: 'SQL of the API belongs in a .sql.ts file.',
  },
  {
    files: /\.(?:ts|tsx|mjs|mts)$/,
    pattern: /\.catch\(\(\) => \{\s*\}\)|catch(?: \(\w+\))? \{\s*\}/,
    reason:
      'A failure is reported or handled, or a comment says why not. To close a broken connection: db/close-quietly.ts.',
  },
  {
    files: /^web\/(?:ui|lib)\//,
    pattern: /from '(?:@|\.\.(?:\/\.\.)*)\/features\//,
    reason: 'Screens use the shared parts, never the other way around.',
  },
  {
    files: /^(?:core|contract|db)\/.*\.ts$/,
    pattern: /\bconsole\.(?:log|error|warn)\(/,
    reason: 'Libraries do not print: pass a function that does, or throw.',
  },
]

export interface Crossing {
  line: number
  reason: string
}

/** Finds what crosses a boundary in one file. Comments are left out, and so are tests. */
export function findCrossings(file: string, text: string): Crossing[] {
  if (tests.test(file)) return []
  const code = text
    .split('\n')
    .map((line) => (/^\s*(?:\/\/|\/?\*)/.test(line) ? '//' : line))
    .join('\n')
  return boundaries
    .filter(({ files, except }) => files.test(file) && !except?.test(file))
    .flatMap(({ pattern, reason }) =>
      [...code.matchAll(new RegExp(pattern, 'g'))].map(({ index }) => ({
        line: code.slice(0, index).split('\n').length,
        reason,
      })),
    )
}
