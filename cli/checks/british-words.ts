import type { Catalog } from './messages.ts'

/** What British English calls otherwise (docs/languages/en-GB.md). Each pair is for the small and for the capital letter. */
const pairs: readonly (readonly [american: string, british: string])[] = [
  ['parking lots', 'car parks'],
  ['parking lot', 'car park'],
  ['lots', 'car parks'],
  ['lot', 'car park'],
  ['license plates', 'number plates'],
  ['license plate', 'number plate'],
  ['license', 'licence'],
  ['licenses', 'licences'],
  ['waitlists', 'waiting lists'],
  ['waitlist', 'waiting list'],
  ['canceled', 'cancelled'],
  ['canceling', 'cancelling'],
  ['recognize', 'recognise'],
  ['recognized', 'recognised'],
  ['authorize', 'authorise'],
  ['authorized', 'authorised'],
  ['organization', 'organisation'],
  ['neighbor', 'neighbour'],
  ['neighbors', 'neighbours'],
  ['neighborhood', 'neighbourhood'],
  ['neighborhoods', 'neighbourhoods'],
  ['color', 'colour'],
  ['colors', 'colours'],
  ['behavior', 'behaviour'],
  ['center', 'centre'],
  ['meter', 'metre'],
  ['meters', 'metres'],
  ['cell phone', 'mobile'],
  ['business days', 'working days'],
  ['ZIP code', 'postcode'],
  ['catalog', 'catalogue'],
  ['gray', 'grey'],
  ['elevator', 'lift'],
  ['semi-truck', 'lorry'],
  ['disability parking permit', 'disabled parking permit'],
]

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Names of arguments and tags, which follow `{`, `<`, or `/`, are not words of the text. */
const expressions = pairs
  .flatMap(([american, british]) => [
    [american, british] as const,
    [capital(american), capital(british)] as const,
  ])
  .map(([american, british]) => ({
    british,
    found: new RegExp(String.raw`(?<![\w{<\/-])${american}(?![\w-])`, 'g'),
  }))

/** Names that contain an American word: those of products. */
const names = /Axis License Plate Verifier/g

/** Writes a message of American English with British words. */
const inBritish = (message: string): string =>
  expressions.reduce((text, { found, british }) => text.replaceAll(found, british), message)

/** Lists the messages that British readers get with an American word, each with what to write instead. */
export const findAmericanWords = (american: Catalog, british: Catalog): string[] =>
  [...american].flatMap(([key, message]) => {
    const shown = british.get(key) ?? message
    const isAmerican = expressions.some(({ found }) => shown.replaceAll(names, '').search(found) >= 0)
    return isAmerican ? [`en-GB: ${key} has American words. Write: ${inBritish(shown)}`] : []
  })
