import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'åƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ'

/** How much longer a text gets: translations from English need about 40% more room. */
const growth = 0.4
const filler = '~'

/** Marks that make the text between them run from right to left, whatever its letters are. */
const rightToLeft = '\u202e'
const end = '\u202c'

type Change = (text: string) => string

function changeTexts(elements: MessageFormatElement[], change: Change): MessageFormatElement[] {
  return elements.map((element): MessageFormatElement => {
    if (element.type === TYPE.literal) return { ...element, value: change(element.value) }
    if (element.type === TYPE.tag) return { ...element, children: changeTexts(element.children, change) }
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: changeTexts(option.value, change) },
    ])
    return { ...element, options: Object.fromEntries(options) }
  })
}

const changeMessage = (message: string, change: Change): string =>
  printAST(changeTexts(parse(message), change))

const withAccents: Change = (text) => {
  const letters = text.replaceAll(/[a-z]/gi, (letter) => accented.charAt(plain.indexOf(letter)))
  return letters + filler.repeat(Math.ceil(text.replaceAll(/\s/g, '').length * growth))
}

/**
 * Makes a message of the pseudo-locale `en-XA`: accents show text that is not a message, brackets show text that is cut
 * off, and 40% more characters show where a translation would not fit. Placeholders stay as they are.
 */
export const toAccented = (message: string): string => `[${changeMessage(message, withAccents)}]`

/** Makes a message of the pseudo-locale `ar-XB`, whose text runs from right to left. Placeholders stay as they are. */
export const toMirrored = (message: string): string =>
  changeMessage(message, (text) => (text.trim() === '' ? text : `${rightToLeft}${text}${end}`))
