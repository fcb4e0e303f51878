import { formatTypedPhone } from '@openspot/core/phones/phones.ts'

/**
 * Returns what a phone field shows after an input. It is formatted only while characters are added at its end: anywhere else, the
 * caret would jump, and a deleted parenthesis would come back.
 */
export function typedPhone(
  { value, selectionStart }: Pick<HTMLInputElement, 'value' | 'selectionStart'>,
  before: string,
  country: string,
): string {
  const isAdded = selectionStart === value.length && value.length > before.length
  return isAdded ? formatTypedPhone(value, country) : value
}
