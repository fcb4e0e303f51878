const routes = /^api\/.*\.routes\.ts$/
const transaction = /\.(start)?transaction\(/i

/** Finds files of routes that open a transaction themselves. In them, no part of a change is missed if it is forgotten. */
export function findRouteTransactions(files: readonly { file: string; text: string }[]): string[] {
  return files
    .filter(({ file, text }) => routes.test(file) && transaction.test(text))
    .map(({ file }) => `${file} opens a transaction itself. Use makeChange (api/make-change.ts).`)
}
