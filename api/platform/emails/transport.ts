import type { Settings } from '@openspot/core/settings.ts'
import { createTransport, type Transporter } from 'nodemailer'

/**
 * Returns a client for the configured mail server, or null if there is none. A server that does not answer fails within
 * 20 seconds.
 */
export function mailTransport({ smtp_url }: Pick<Settings, 'smtp_url'>): Transporter | null {
  if (smtp_url === null) return null
  return createTransport({
    url: smtp_url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
}
