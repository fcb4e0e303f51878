import { toAccented, toMirrored } from '@openspot/messages/pseudo.ts'
import { type MessagesProvider, provide } from './provide.tsx'

/** Formats have no Latin letters, so that only text that is not a message does. */
const forFormats = ({ common, ...others }: { common?: object }): object => ({
  ...others,
  common: { ...common, locale: 'ar', comma: ', ' },
})

/** Returns providers of the accented and the right-to-left pseudo-locale, for tests of the screens. */
export const pseudo = (messages: object): { EnXa: MessagesProvider; ArXb: MessagesProvider } => ({
  EnXa: provide('en-US', forFormats(toAccented({ ...messages }))),
  ArXb: provide('en-US', forFormats(toMirrored({ ...messages }))),
})
