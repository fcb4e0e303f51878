import { Button } from '@mantine/core'
import {
  dismissSuggestedContactRoute,
  listSuggestedContactsRoute,
  type SuggestedContact,
} from '@openspot/contract/people/suggested-contacts.ts'
import { formatPhone } from '@openspot/core/phones/phones.ts'
import { useFormatter, useTranslations } from 'use-intl'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { useReaderCountry } from '@/lib/use-country.ts'
import { Note } from '@/ui/states.tsx'
import css from './account.module.css'

/**
 * New contacts of the user that the systems of their lots have. `onUse` changes the account, and calls back once it did: an email
 * address still has to be confirmed then.
 */
export function SuggestedContacts({
  isBusy,
  onUse,
}: {
  isBusy: boolean
  onUse: (contact: { email: string } | { phone: string }, onDone: () => void) => void
}) {
  const t = useTranslations()
  const format = useFormatter()
  const country = useReaderCountry()
  const { data } = useApiQuery(listSuggestedContactsRoute, {})
  const dismiss = useApiMutation(dismissSuggestedContactRoute, { refresh: [listSuggestedContactsRoute] })
  const end = ({ kind, contact }: SuggestedContact) => dismiss.mutate({ body: { kind, contact } })
  return data?.items.map((one) => {
    const { kind, contact, lot_names } = one
    // A number stays on one line.
    const shown = kind === 'EMAIL' ? contact : formatPhone(contact, country).replaceAll(' ', '\u00A0')
    return (
      <Note key={`${kind} ${contact}`} tone="plain" title={t(`account.suggested.title.${kind}`)}>
        <p>{t('account.suggested.text', { lots: format.list(lot_names), contact: shown })}</p>
        {dismiss.error ? <p>{dismiss.error.message}</p> : null}
        <div className={css.answers}>
          <Button
            size="sm"
            loading={isBusy}
            onClick={() => onUse(kind === 'EMAIL' ? { email: contact } : { phone: contact }, () => end(one))}
          >
            {t(`account.suggested.use.${kind}`)}
          </Button>
          <Button size="sm" variant="default" loading={dismiss.isPending} onClick={() => end(one)}>
            {t('account.suggested.dismiss')}
          </Button>
        </div>
      </Note>
    )
  })
}
