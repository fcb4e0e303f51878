import path from 'node:path'

/** The folders of the workspaces whose package is not named like their folder. */
const foldersOfPackages: Record<string, string> = {
  'gates-stand-in': 'stand-ins/gates',
  'messaging-stand-in': 'stand-ins/messaging',
  'property-systems-stand-in': 'stand-ins/property-systems',
  'stripe-stand-in': 'stand-ins/stripe',
}

/** Imports, re-exports, lazy imports, imported types, and the files that are started as a process. */
const imported = /(?:\b(?:from|import)[\s(]*|\bnew URL\()(['"])([^'"\n]+)\1/g

/** One import, with the path of the imported file in the repository. */
export interface Import {
  target: string
  /** Position in the text. */
  index: number
}

/** Returns what a file imports from this repository. Comments are left out; whether the files exist is not checked. */
export function importsOf(file: string, text: string): Import[] {
  return [...withoutComments(text).matchAll(imported)].flatMap(({ index, 2: specifier = '' }) => {
    const target = pathOf(file, specifier)
    return target === null ? [] : [{ target, index }]
  })
}

function pathOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('@/')) return `web/${specifier.slice(2)}`
  if (specifier.startsWith('.')) return path.posix.join(file, '..', specifier)
  const [, name = '', inside = ''] = /^@openspot\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  return name === '' ? null : `${foldersOfPackages[name] ?? name}/${inside}`
}

/** Replaces the lines that are comments, so that positions keep their line. */
export const withoutComments = (text: string): string =>
  text
    .split('\n')
    .map((line) => (/^\s*(?:\/\/|\/?\*)/.test(line) ? '//' : line))
    .join('\n')
