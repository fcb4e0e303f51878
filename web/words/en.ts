import { common } from './en/common.ts'
import { errors } from './en/errors.ts'
import { spot } from './en/spot.ts'

/** Every word a person reads, by where it is read. A translation is a copy of this folder. */
export const en = { common, errors, spot }
