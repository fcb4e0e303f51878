/** A coordinate with a point for its decimals. It never has marks between thousands. */
export const plainCoordinate = (text: string): string =>
  /^-?\d+,\d+$/.test(text) ? text.replace(',', '.') : text

/** A number of spots without marks between thousands: "1,200", "1.200", and "1 200" are 1200. Other texts stay as they are. */
export const plainCount = (text: string): string =>
  /^\d{1,3}([,.\s\u00A0\u202F]\d{3})+$/.test(text) ? text.replaceAll(/\D/g, '') : text

/** An amount as `1480.50`, from `1,480.50`, `1.480,50`, or `1480,5`. Other texts stay as they are. */
export function plainAmount(text: string): string {
  if (/^\$?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return text.replaceAll(',', '')
  if (/^\$?(\d+|\d{1,3}(\.\d{3})+),\d{1,2}$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return text
}
