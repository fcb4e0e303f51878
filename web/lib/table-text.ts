import { decodeTable } from '@openspot/core/text/table-encoding.ts'

/** Returns the text of a table that a person chose. `File.text` would read every file as UTF-8, which Excel rarely writes. */
export const tableText = async (file: Blob): Promise<string> =>
  decodeTable(new Uint8Array(await file.arrayBuffer()))
