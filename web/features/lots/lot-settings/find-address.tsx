import { listPlacesRoute, type Place } from '@openspot/contract/lots/lots.ts'
import { type Address, addressText } from '@openspot/core/address.ts'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'

/** As long as the call accepts. */
const MAX_TEXT = 80

/** Places the pin at the address that was typed, or in its ZIP code or city if nothing else is known. */
export function FindAddress({
  address,
  country,
  onFound,
}: {
  address: Address
  country: string
  /** Null: nothing was found. */
  onFound: (place: Place | null) => void
}) {
  const t = useTranslations()
  const find = useApiMutation(listPlacesRoute)
  const q = addressText(address, country).trim().slice(0, MAX_TEXT)
  const go = () =>
    find.mutate(
      { query: { q } },
      { onSuccess: ({ items }) => onFound(items.find(({ kind }) => kind !== 'LOT') ?? null) },
    )
  return (
    <>
      {find.error ? <Note tone="bad" title={find.error.message} /> : null}
      <Buttons>
        <GatedButton
          variant="default"
          size="sm"
          why={q === '' ? t('common.why.fill') : null}
          loading={find.isPending}
          onClick={go}
        >
          {t('lotSettings.found.go')}
        </GatedButton>
      </Buttons>
    </>
  )
}
