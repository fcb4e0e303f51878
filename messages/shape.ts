import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** Messages by name, in groups of any depth. */
export interface MessageTree {
  [name: string]: string | MessageTree
}

/** Lists the messages of a tree by full key, such as `refunds.title`. */
export function flatten(tree: MessageTree, prefix = ''): [key: string, message: string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : flatten(value, `${prefix}${name}.`),
  )
}

/** Returns the same tree with each message replaced by what `change` returns for it. */
export function mapMessages(tree: MessageTree, change: (message: string) => string): MessageTree {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      typeof value === 'string' ? change(value) : mapMessages(value, change),
    ]),
  )
}

const kinds: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: 'text',
  [TYPE.number]: 'number',
  [TYPE.date]: 'date',
  [TYPE.time]: 'date',
  [TYPE.select]: 'select',
  [TYPE.plural]: 'number',
  [TYPE.tag]: 'tag',
}

/**
 * Lists what a message needs from its caller as `name: kind`, sorted. An argument that one branch of a plural leaves out
 * is listed all the same. Throws if the message is not valid ICU.
 */
export function argumentsOf(message: string): string[] {
  const found = new Set<string>()
  eachElement(parse(message), (element) => {
    const kind = kinds[element.type]
    if (kind !== undefined && 'value' in element) found.add(`${element.value}: ${kind}`)
  })
  return [...found].sort()
}

/** Lists the branches of each select of a message as `name: branch|branch`, sorted. */
export function selectBranches(message: string): string {
  const found = new Set<string>()
  eachElement(parse(message), (element) => {
    if (element.type === TYPE.select)
      found.add(`${element.value}: ${Object.keys(element.options).sort().join('|')}`)
  })
  return [...found].sort().join(', ')
}

/** Numbers up to this one are asked for their form: no count that people read is larger without being rounded. */
const LARGEST_ASKED = 1000

/**
 * Lists the plural forms of a locale that a plural of a message lacks: each form that a whole number from 0 to 1,000 has and that
 * no branch for exactly this number replaces. Where the source has no forms either, the number is not counted, as in "level 2".
 */
export function missingForms(message: string, source: string, locale: string): string[] {
  const counted = countedIn(source)
  const missing = new Set<string>()
  eachElement(parse(message), (element) => {
    if (element.type !== TYPE.plural || !counted.has(element.value)) return
    for (const [form, numbers] of numbersByForm(locale, element.pluralType ?? 'cardinal'))
      if (!(form in element.options) && numbers.some((number) => !(`=${number}` in element.options)))
        missing.add(form)
  })
  return [...missing]
}

/** The arguments that a message has forms for. */
function countedIn(message: string): Set<string> {
  const counted = new Set<string>()
  eachElement(parse(message), (element) => {
    if (
      element.type === TYPE.plural &&
      Object.keys(element.options).some((form) => /^(?!other$)[a-z]/.test(form))
    )
      counted.add(element.value)
  })
  return counted
}

const knownForms = new Map<string, Map<string, number[]>>()

function numbersByForm(locale: string, type: 'cardinal' | 'ordinal'): Map<string, number[]> {
  const key = `${locale} ${type}`
  const known = knownForms.get(key)
  if (known) return known
  const rules = new Intl.PluralRules(locale, { type })
  const forms = new Map<string, number[]>()
  for (let number = 0; number <= LARGEST_ASKED; number++) {
    const form = rules.select(number)
    forms.set(form, [...(forms.get(form) ?? []), number])
  }
  knownForms.set(key, forms)
  return forms
}

function eachElement(elements: MessageFormatElement[], visit: (element: MessageFormatElement) => void): void {
  for (const element of elements) {
    visit(element)
    if (element.type === TYPE.tag) eachElement(element.children, visit)
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const { value } of Object.values(element.options)) eachElement(value, visit)
  }
}

/**
 * Whether a message has a "#" that is shown as it is: only directly within a plural it stands for the number, and not
 * within a select in it.
 */
export function hasPlainNumberSign(message: string): boolean {
  const isPlain = (elements: MessageFormatElement[]): boolean =>
    elements.some((element) => {
      if (element.type === TYPE.literal) return element.value.includes('#')
      if (element.type === TYPE.tag) return isPlain(element.children)
      if (element.type !== TYPE.plural && element.type !== TYPE.select) return false
      return Object.values(element.options).some(({ value }) => isPlain(value))
    })
  return isPlain(parse(message))
}
