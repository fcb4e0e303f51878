import { lotTextLimits } from '@openspot/core/lots/texts.ts'
import { locales } from '@openspot/core/text/locales.ts'
import { Type } from 'typebox'
import { Nullable, PlainName, StrictObject, StringEnum } from './common.ts'

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength })

/** The texts of a lot in one other language. What is missing is shown as the lot wrote it. */
const TextsInLanguage = Type.Partial(
  StrictObject({
    name: PlainName(lotTextLimits.name),
    description: Text(lotTextLimits.description),
    entry_instructions: Text(lotTextLimits.entry_instructions),
    house_rules: Text(lotTextLimits.house_rules),
  }),
  { additionalProperties: false },
)

/** What a lot says in its own words, besides its name and description, and in which languages. */
export const LotTexts = {
  entry_instructions: Nullable(Type.String({ maxLength: lotTextLimits.entry_instructions }), {
    description: 'How to get in, only for those who have a reservation: it may contain a code.',
  }),
  house_rules: Nullable(Type.String({ maxLength: lotTextLimits.house_rules }), {
    description: 'What the lot asks of drivers, in its own words.',
  }),
  language: StringEnum(locales, { description: 'The language in which the lot wrote its texts.' }),
  texts: Type.Partial(
    StrictObject(
      Object.fromEntries(locales.map((locale) => [locale, TextsInLanguage])) as Record<
        (typeof locales)[number],
        typeof TextsInLanguage
      >,
    ),
    {
      additionalProperties: false,
      description: 'The same texts in other languages, by locale. They replace all former ones.',
    },
  ),
}
