const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'åƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ'

/** How much longer a text gets: translations from English need about 40% more room. */
const growth = 0.4
const filler = '~'

/**
 * Marks that make the text between them run from right to left, whatever its letters are. The outer ones are strong letters of
 * that direction: without them, a number or name beside the text would continue it from left to right, unlike beside Arabic.
 */
const rightToLeft = '\u200f\u202e'
const end = '\u202c\u200f'

type Change = (text: string) => string
interface Tree {
  readonly [name: string]: unknown
}

/**
 * Makes the messages of the pseudo-locale `en-XA` from compiled ones: accents show text that is not a message, brackets
 * show text that is cut off, and 40% more characters show where a translation would not fit. Placeholders stay as they
 * are.
 */
export const toAccented = (messages: Tree): Tree => changeTree(messages, withAccents, withBrackets)

/** Makes the messages of the pseudo-locale `ar-XB`, whose text runs from right to left. */
export const toMirrored = (messages: Tree): Tree => changeTree(messages, reversed, (message) => message)

const withAccents: Change = (text) => {
  const letters = text.replaceAll(/[a-z]/gi, (letter) => accented.charAt(plain.indexOf(letter)))
  const length = Math.ceil(text.replaceAll(/\s/g, '').length * growth)
  // Words of a usual length, so that a long text wraps.
  return letters + filler.repeat(length).replaceAll(/~{8}(?=~)/g, '$& ')
}

const withBrackets = (message: unknown): unknown =>
  Array.isArray(message) ? ['[', ...message, ']'] : `[${String(message)}]`

const reversed: Change = (text) => (text.trim() === '' ? text : `${rightToLeft}${text}${end}`)

function changeTree(tree: Tree, change: Change, around: (message: unknown) => unknown): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => {
      if (typeof value === 'string' || Array.isArray(value)) return [name, around(changeTexts(value, change))]
      return [name, isTree(value) ? changeTree(value, change, around) : value]
    }),
  )
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** Changes the texts of a message or of a branch of a plural: a text, or a list of texts and placeholders. */
function changeTexts(message: unknown, change: Change): unknown {
  if (typeof message === 'string') return change(message)
  return Array.isArray(message) ? message.map((node) => changeNode(node, change)) : message
}

/**
 * A placeholder is `[name]`, a tag is `[name, ...content]`, and a plural or select is `[name, type, branches]`, where the
 * type is a number (see `icu-minify`).
 */
function changeNode(node: unknown, change: Change): unknown {
  if (!Array.isArray(node)) return changeTexts(node, change)
  const [name, ...rest] = node as unknown[]
  if (typeof rest[0] !== 'number') return [name, ...rest.map((child) => changeNode(child, change))]
  const [type, branches] = rest
  if (!isTree(branches)) return node
  const changed = Object.entries(branches).map(([branch, text]) => [branch, changeTexts(text, change)])
  return [name, type, Object.fromEntries(changed)]
}
