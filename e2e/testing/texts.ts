import { expect } from 'vitest'
import type { Product } from './product.ts'

/** Returns the first match of a pattern in the newest text to a number, as the local outbox shows it. Waits for a text after `since`. */
async function textTo(product: Product, phone: string, pattern: RegExp, after: number): Promise<string> {
  const read = async () => {
    const { rows } = await product.server.deps.database.pool.query<{ body: string }>(
      'select body from texts where to_phone = $1 order by created_at, id',
      [phone],
    )
    const found = rows.flatMap(({ body }) => pattern.exec(body)?.[0] ?? [])
    return found.length > after ? (found.at(-1) ?? '') : ''
  }
  await expect.poll(read).not.toBe('')
  return read()
}

/** Returns the newest code texted to a number, of which `after` were read before. */
export const codeTextedTo = (product: Product, phone: string, after = 0): Promise<string> =>
  textTo(product, phone, /^\d{6}/, after)

/** Returns the newest link to one of our pages texted to a number. */
export const linkTextedTo = (product: Product, phone: string): Promise<string> =>
  textTo(product, phone, /https?:\S+/, 0)
