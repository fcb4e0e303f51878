/** The fields of a form that were edited: as they are now, and as they were read, by which the server notices that someone else changed them. */
export function changedFields<Values extends object>(
  read: Values,
  edited: Values,
): { changed: Partial<Values>; before: Partial<Values> } {
  const fields = (Object.keys(edited) as (keyof Values)[]).filter(
    (field) => JSON.stringify(read[field]) !== JSON.stringify(edited[field]),
  )
  const of = (values: Values) =>
    Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>
  return { changed: of(edited), before: of(read) }
}
