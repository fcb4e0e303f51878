'use client'
import { ActionIcon, Button, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { readPercent } from '@/ui/percent-field.tsx'
import css from './rule-sets.module.css'
import { type NthDraft, nextNth } from './rules-draft.ts'

const MOST = 20

/** Prices of further simultaneous spots, one per row: "From spot number 2 costs 50 % more". */
export function NthFields({
  rows,
  fault,
  onChange,
}: {
  rows: readonly NthDraft[]
  fault: string | null
  onChange: (rows: NthDraft[]) => void
}) {
  const t = useTranslations()
  const replace = (key: number, part: Partial<NthDraft>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const isUnread = rows.some(({ percent }) => percent.trim() !== '' && readPercent(percent) === null)
  return (
    <fieldset className={css.part}>
      <legend>{t('ruleSets.form.nthTitle')}</legend>
      <p className={css.quiet}>{t('ruleSets.form.nthText')}</p>
      {rows.length > 0 ? (
        <ul className={css.rows}>
          {rows.map(({ key, nth, way, percent }, at) => (
            <li key={key} className={css.row}>
              <span aria-hidden="true">{t('ruleSets.form.fromSpot')}</span>
              <NumberInput
                className={css.nth ?? ''}
                aria-label={t('ruleSets.form.nth', { at: at + 1 })}
                size="sm"
                hideControls
                allowDecimal={false}
                min={2}
                max={100}
                value={nth ?? ''}
                onChange={(value) => replace(key, { nth: value === '' ? null : Number(value) })}
              />
              <span aria-hidden="true">{t('ruleSets.form.costs')}</span>
              <TextInput
                className={css.percent ?? ''}
                aria-label={t('ruleSets.form.nthPercent', { at: at + 1 })}
                size="sm"
                inputMode="decimal"
                autoComplete="off"
                value={percent}
                error={percent.trim() !== '' && readPercent(percent) === null}
                onChange={(event) => replace(key, { percent: event.currentTarget.value })}
              />
              <NativeSelect
                className={css.way ?? ''}
                aria-label={t('ruleSets.form.nthWay', { at: at + 1 })}
                size="sm"
                data={[
                  { value: 'MORE', label: t('ruleSets.form.more') },
                  { value: 'LESS', label: t('ruleSets.form.less') },
                ]}
                value={way}
                onChange={(event) =>
                  replace(key, { way: event.currentTarget.value === 'LESS' ? 'LESS' : 'MORE' })
                }
              />
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={t('ruleSets.form.removeNth', { at: at + 1 })}
                onClick={() => onChange(rows.filter((row) => row.key !== key))}
              >
                <IconX size={16} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : null}
      {(fault ?? isUnread) ? (
        <p className={css.fault} role="alert">
          {fault ?? t('price.percentUnread')}
        </p>
      ) : null}
      {rows.length < MOST ? (
        <div>
          <Button
            variant="default"
            size="sm"
            // A translation may be longer than a phone is wide.
            maw="100%"
            styles={{ label: { whiteSpace: 'normal' } }}
            onClick={() => onChange([...rows, nextNth(rows)])}
          >
            {t('ruleSets.form.addNth')}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}
