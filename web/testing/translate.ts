import { messages } from '@openspot/messages/en-us.ts'
import { createTranslator } from 'use-intl/core'

/** Translates in tests of helpers that take `t`. */
export const t = createTranslator({ locale: 'en-US', messages, timeZone: 'UTC' })
