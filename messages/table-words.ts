import { plainTitle } from '@openspot/core/text/plain-title.ts'
import { locales } from './locales.ts'
import type { Translate } from './translate.ts'
import { translatorFor } from './translator.ts'

/**
 * Makes what finds the name for a title or value of a table that a person uploads: the name itself, such as `spot_type`, or its text in
 * any language of the product. Exports are in the language of who made them, and so are tables edited from them, whereas
 * programs and our example files write the names. It returns undefined for any other text. Where two names have the same text, the
 * first one is meant.
 */
export function nameFinder<Name extends string>(
  names: readonly Name[],
  textOf: (t: Translate, name: Name) => string,
): (text: string) => Name | undefined {
  // A table has thousands of values, and there are many languages.
  let known: Map<string, Name> | null = null
  return (text) => {
    known ??= textsOf(names, textOf)
    return known.get(plainTitle(text))
  }
}

/** Returns the names by their texts as they are compared (`plainTitle`). */
export function textsOf<Name extends string>(
  names: readonly Name[],
  textOf: (t: Translate, name: Name) => string,
): Map<string, Name> {
  const known = new Map<string, Name>()
  const add = (text: string, name: Name) => {
    if (!known.has(plainTitle(text))) known.set(plainTitle(text), name)
  }
  for (const name of names) add(name, name)
  for (const locale of locales) for (const name of names) add(textOf(translatorFor(locale), name), name)
  return known
}
