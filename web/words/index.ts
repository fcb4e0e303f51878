import { en } from './en.ts'

/** A catalogue in another language has this shape and is chosen here. */
export type Words = typeof en

export const words: Words = en
/** How amounts are written. */
export const locale = 'en-US'
/** How times are written: a clock of 24 hours, the day before the month (see the look). */
export const timeLocale = 'en-GB'
