import writeXlsxFile from 'write-excel-file/node'

/** Returns a workbook with one sheet of these cells, or with several sheets. */
export const workbook = (rows: Parameters<typeof writeXlsxFile>[0]): Promise<Buffer> =>
  writeXlsxFile(rows as never).toBuffer()
