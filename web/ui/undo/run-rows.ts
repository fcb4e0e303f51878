/** What became of each row of a bulk action. */
export interface RowResults<Row> {
  done: Row[]
  failed: { row: Row; reason: string }[]
}

/** Acts on one row after another. A row that fails doesn't stop those after it. */
export async function runRows<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
): Promise<RowResults<Row>> {
  const results: RowResults<Row> = { done: [], failed: [] }
  for (const row of rows) {
    try {
      await act(row)
      results.done.push(row)
    } catch (error) {
      results.failed.push({ row, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return results
}
