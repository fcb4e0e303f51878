'use client'
import { ActionIcon, Button, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { readPercent } from '@/ui/percent-field.tsx'
import { words } from '@/words/index.ts'
import css from './rule-sets.module.css'
import { type NthDraft, nextNth } from './rules-draft.ts'

const say = words.ruleSets.form
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
  const replace = (key: number, part: Partial<NthDraft>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const isUnread = rows.some(({ percent }) => percent.trim() !== '' && readPercent(percent) === null)
  return (
    <fieldset className={css.part}>
      <legend>{say.nthTitle}</legend>
      <p className={css.quiet}>{say.nthText}</p>
      {rows.length > 0 ? (
        <ul className={css.rows}>
          {rows.map(({ key, nth, way, percent }, at) => (
            <li key={key} className={css.row}>
              <span aria-hidden="true">{say.fromSpot}</span>
              <NumberInput
                className={css.nth ?? ''}
                aria-label={say.nth(at + 1)}
                size="sm"
                hideControls
                allowDecimal={false}
                min={2}
                max={100}
                value={nth ?? ''}
                onChange={(value) => replace(key, { nth: value === '' ? null : Number(value) })}
              />
              <span aria-hidden="true">{say.costs}</span>
              <TextInput
                className={css.percent ?? ''}
                aria-label={say.nthPercent(at + 1)}
                size="sm"
                inputMode="decimal"
                autoComplete="off"
                value={percent}
                error={percent.trim() !== '' && readPercent(percent) === null}
                onChange={(event) => replace(key, { percent: event.currentTarget.value })}
              />
              <NativeSelect
                className={css.way ?? ''}
                aria-label={say.nthWay(at + 1)}
                size="sm"
                data={[
                  { value: 'MORE', label: say.more },
                  { value: 'LESS', label: say.less },
                ]}
                value={way}
                onChange={(event) =>
                  replace(key, { way: event.currentTarget.value === 'LESS' ? 'LESS' : 'MORE' })
                }
              />
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={say.removeNth(at + 1)}
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
          {fault ?? words.price.percentUnread}
        </p>
      ) : null}
      {rows.length < MOST ? (
        <div>
          <Button variant="default" size="sm" onClick={() => onChange([...rows, nextNth(rows)])}>
            {say.addNth}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}
