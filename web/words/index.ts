import { en } from './en.ts'

/** The shape of a message catalog; another language is selected here. */
export type Words = typeof en

export const words: Words = en
/** Locale for amounts. */
export const locale = 'en-US'
/** Locale for times: a 24-hour clock, and the day before the month. */
export const timeLocale = 'en-GB'
