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
  const visit = (elements: MessageFormatElement[]): void => {
    for (const element of elements) {
      const kind = kinds[element.type]
      if (kind !== undefined && 'value' in element) found.add(`${element.value}: ${kind}`)
      if (element.type === TYPE.tag) visit(element.children)
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const { value } of Object.values(element.options)) visit(value)
    }
  }
  visit(parse(message))
  return [...found].sort()
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
