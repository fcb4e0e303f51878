import { formatPhone } from '@openspot/core/phones/phones.ts'

/** A phone number as it is written in a country (ISO 3166-1), with a link that calls it. */
export function Phone({ phone, country }: { phone: string; country: string }) {
  // Numbers run from left to right in every language.
  return (
    <a href={`tel:${phone}`} dir="ltr">
      {formatPhone(phone, country)}
    </a>
  )
}
