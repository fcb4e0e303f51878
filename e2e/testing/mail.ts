import { expect } from 'vitest'
import type { Product } from './product.ts'

/**
 * Returns the link to one of our pages in the latest email to an address. Links are sent shortly after they are
 * requested.
 */
export async function linkSentTo(product: Product, to_address: string, path = ''): Promise<string> {
  const read = async () => {
    const { rows } = await product.server.deps.database.pool.query<{ body_text: string }>(
      `select body_text from emails where to_address = $1 and position($2 in body_text) > 0
       order by created_at desc, id desc limit 1`,
      [to_address, `${path}?token=`],
    )
    return /https?:\S+token=\w+(&next=[\w%.-]+)?/.exec(rows[0]?.body_text ?? '')?.[0] ?? ''
  }
  await expect.poll(read).not.toBe('')
  return read()
}

/** Returns the link to the pass in the newest email to a guest. */
export async function passLinkSentTo(product: Product, to_address: string): Promise<string> {
  const read = async () => {
    const { rows } = await product.server.deps.database.pool.query<{ body_text: string }>(
      `select body_text from emails where to_address = $1 and position('/guest#token=' in body_text) > 0
       order by created_at desc, id desc limit 1`,
      [to_address],
    )
    return /https?:\S+guest#token=\w+/.exec(rows[0]?.body_text ?? '')?.[0] ?? ''
  }
  await expect.poll(read).not.toBe('')
  return read()
}
