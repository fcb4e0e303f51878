import { pseudo } from '../pseudo.ts'
import messages from '../texts/pages-en-us.json' with { type: 'json' }

export const { EnXa, ArXb } = pseudo(messages)
