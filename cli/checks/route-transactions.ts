/** The routes that open a transaction themselves: in them, no part of a change is missed if it is forgotten (api/make-change.ts). */
const routes = /^api\/.*\.routes\.ts$/
const transaction = /\.transaction\(\)/

/**
 * Finds files of routes that open a transaction themselves and are not on the list, and files on the list that no longer do, so that
 * the list only gets shorter.
 */
export function findRouteTransactions(
  files: readonly { file: string; text: string }[],
  listed: readonly string[],
): string[] {
  const found = files
    .filter(({ file, text }) => routes.test(file) && transaction.test(text))
    .map(({ file }) => file)
  return [
    ...found
      .filter((file) => !listed.includes(file))
      .map((file) => `${file} opens a transaction itself. Use makeChange (api/make-change.ts).`),
    ...listed
      .filter((file) => !found.includes(file))
      .map(
        (file) => `${file} opens no transaction anymore. Remove it from cli/checks/route-transactions.tsv.`,
      ),
  ]
}
