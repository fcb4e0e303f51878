'use client'
import { NativeSelect, NumberInput } from '@mantine/core'
import type { Zone } from '@openspot/contract/booking/prices.ts'
import { isOneOf, type SpotType, spotTypes } from '@openspot/core/enums.ts'
import { useTranslations } from 'use-intl'
import { FieldRow } from '@/ui/panel.tsx'

/** Properties to set on several spots; null leaves a property unchanged on each. */
export interface SpotFacts {
  type: SpotType | null
  level: number | null
  /** Empty means no zone. */
  zone_id: string | null
}

/** Type, level, and zone of several spots. With `asIs` each can be left unchanged. */
export function SpotFactsFields({
  draft,
  zones,
  asIs,
  onChange,
}: {
  draft: SpotFacts
  zones: readonly Zone[]
  asIs?: string
  onChange: (part: Partial<SpotFacts>) => void
}) {
  const t = useTranslations()
  const left = asIs === undefined ? [] : [{ value: 'as-is', label: asIs }]
  return (
    <FieldRow>
      <NativeSelect
        label={t('spotCalendar.facts.kind')}
        size="md"
        data={[...left, ...spotTypes.map((value) => ({ value, label: t(`spot.types.${value}`) }))]}
        value={draft.type ?? 'as-is'}
        onChange={({ currentTarget: { value } }) =>
          onChange({ type: isOneOf(spotTypes, value) ? value : null })
        }
      />
      <NumberInput
        label={t('spotCalendar.facts.levelField')}
        size="md"
        allowDecimal={false}
        hideControls
        min={-20}
        max={200}
        value={draft.level ?? ''}
        onChange={(level) => onChange({ level: level === '' ? null : Number(level) })}
        {...(asIs === undefined ? {} : { placeholder: asIs })}
      />
      <NativeSelect
        label={t('spotCalendar.facts.zone')}
        size="md"
        data={[
          ...left,
          { value: '', label: t('spotCalendar.facts.noZone') },
          ...zones.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={draft.zone_id ?? 'as-is'}
        onChange={({ currentTarget: { value } }) => onChange({ zone_id: value === 'as-is' ? null : value })}
      />
    </FieldRow>
  )
}
