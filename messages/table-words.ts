import { locales } from './locales.ts'
import type { Translate } from './translate.ts'
import { translatorFor } from './translator.ts'

/** Compares what people type: without case, and with a space for each of the marks between words. */
const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')

/**
 * Returns the name for a title or value of a table that a person uploads: the name itself, such as `spot_type`, or its text in
 * any language of the product. Exports are in the language of who made them, and so are tables edited from them, whereas
 * programs and our example files write the names. Returns undefined for any other text.
 */
export function findName<Name extends string>(
  names: readonly Name[],
  text: string,
  textOf: (t: Translate, name: Name) => string,
): Name | undefined {
  const typed = plain(text)
  return (
    names.find((name) => plain(name) === typed) ??
    names.find((name) => locales.some((locale) => plain(textOf(translatorFor(locale), name)) === typed))
  )
}
