/** The encodings in which spreadsheets save a table as text. */
export type TableEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Returns the encoding of a table. Without a mark at its start, bytes that are valid UTF-8 are, because text in Windows-1252 with a
 * letter beyond ASCII almost never is. Excel for Windows saves "CSV" in Windows-1252 and "Unicode text" in UTF-16.
 */
export function encodingOfTable(bytes: Uint8Array): TableEncoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    // In pieces, so that a large file is never in memory as a text.
    for (let at = 0; at < bytes.length; at += 65_536)
      decoder.decode(bytes.subarray(at, at + 65_536), { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Returns the text of a table, without the mark at its start. */
export const decodeTable = (bytes: Uint8Array): string =>
  new TextDecoder(encodingOfTable(bytes)).decode(bytes)
