import { en } from './en.ts'

/** A catalogue in another language has this shape and is chosen here. */
export type Words = typeof en

export const locale = 'en-US'
export const words: Words = en
