import { pseudo } from '../pseudo.ts'
import messages from '../texts/app-en-us.json' with { type: 'json' }

export const { EnXa, ArXb } = pseudo(messages)
