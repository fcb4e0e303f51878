import type { LotSection } from './lot-sections.ts'
import { readChoice, writeChoice } from './stored-choice.ts'

/** A letter that opens a section after "g", and the section. Empty: the overview. */
export const sectionKeys: readonly (readonly [key: string, section: '' | LotSection])[] = [
  ['o', ''],
  ['m', 'monitor'],
  ['r', 'reservations'],
  ['w', 'waitlist'],
  ['b', 'problems'],
  ['f', 'fines'],
  ['a', 'analytics'],
  ['s', 'spots'],
  ['p', 'prices'],
  ['u', 'rules'],
  ['e', 'members'],
  ['v', 'cars'],
  ['d', 'refunds'],
  ['y', 'payouts'],
  ['t', 'settings'],
]

/** Letters that open a page outside of a lot after "g". */
export const pageKeys = { lots: 'l', notifications: 'n' } as const

/** A second key counts as the letter after "g" for this long. */
export const GO_MS = 1500

const NAME = 'os-shortcuts'

/** Whether single keys are shortcuts in this browser. They are unless someone turned them off. */
export const areShortcutsOn = (): boolean => readChoice(NAME) !== 'off'

export const setShortcutsOn = (isOn: boolean): void => writeChoice(NAME, isOn ? null : 'off')

/** Whether a key goes to what has the focus: a field, or an open dialog or menu. */
export function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable) return true
  return (
    target.closest(
      'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="dialog"], [role="menu"], [role="listbox"], [role="grid"], [role="application"]',
    ) !== null
  )
}
