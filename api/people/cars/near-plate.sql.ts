/** The keys of a plate as the indexes of migration 0147 hold them, letter by letter: another text would use no index. */
export const nearPlate = (alias: string): string => {
  const plate = `${alias}.plate_normalized`
  const shortened = Array.from(
    { length: 14 },
    (_, at) => `left(${plate}, ${at + 1}) || substr(${plate}, ${at + 3})`,
  )
  return `(array[${plate}, '~' || translate(${plate}, 'ODQILZSBG', '000112586'), substr(${plate}, 2), ${shortened.join(', ')}])`
}
