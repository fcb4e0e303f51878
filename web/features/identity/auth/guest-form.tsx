'use client'
import { Anchor, Button, TextInput } from '@mantine/core'
import { startGuestRoute } from '@openspot/contract/identity/auth.ts'
import { createCarRoute, listMyCarsRoute } from '@openspot/contract/people/cars.ts'
import { splitFullName } from '@openspot/core/accounts/full-name.ts'
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { GuestEntry, WalletEntry } from '@/lib/guest-entry.ts'
import { hintSignedIn } from '@/lib/signed-in-hint.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useReaderCountry } from '@/lib/use-country.ts'
import { useDraft } from '@/lib/use-draft.ts'
import { useHasTexts } from '@/lib/use-has-texts.ts'
import { CarFields, carBody, carDraft } from '@/ui/car/car-fields.tsx'
import { regionBody } from '@/ui/car/plate-region-field.tsx'
import { NumberField } from '@/ui/phone-code/number-field.tsx'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'
import { PersonCheck } from './person-check.tsx'

const empty = { full_name: '', email: '', phone: '' }

/**
 * Continues without an account: asks for a name, an email address or phone number for the pass, the bot check, and the vehicle where one is
 * needed, so that a guest fills in one form.
 */
export function GuestForm({
  onEntered,
  car = null,
  entry = null,
  express = null,
}: {
  onEntered: () => void
  /** The country whose plates are offered for the vehicle, and the region that is chosen at first. Null if no vehicle is needed. */
  car?: { country: string; region: string | null } | null
  /** For a page whose own button continues. Without it, the form has one. */
  entry?: Ref<GuestEntry>
  /** The buttons of wallets, which need nothing but the vehicle. */
  express?: ReactNode
}) {
  const t = useTranslations()
  const [person, setPerson, forgetPerson] = useDraft('guest', () => empty)
  const [botCheck, setBotCheck] = useState<string | null>(null)
  const country = useReaderCountry()
  const hasTexts = useHasTexts()
  const [byPhone, setByPhone] = useState(false)
  const [waits, setWaits] = useState(false)
  // A puzzle can be used once, so a refusal needs a new one.
  const [attempt, setAttempt] = useState(0)
  const start = useApiMutation(startGuestRoute)
  const addCar = useApiMutation(createCarRoute, { refresh: [listMyCarsRoute] })
  const zone = useClock().reader_zone ?? 'UTC'
  const [draft, setDraft, forgetCar] = useDraft('car', () => carDraft(null, zone, car?.region ?? ''))
  /** The required fields that were left blank. Each is named beside it, rather than the first in a bubble of the browser. */
  const [blank, setBlank] = useState<readonly string[]>([])
  const form = useRef<HTMLFormElement>(null)
  const refused = fieldOf(start.error) ?? fieldOf(addCar.error)
  const failed = start.error ?? addCar.error
  const errorAt = (name: string): string | null =>
    blank.includes(name)
      ? t(name === 'full_name' && person.full_name.trim() !== '' ? 'auth.fullNameNeeded' : 'auth.blank')
      : blank.length === 0 && refused?.field === name
        ? refused.message
        : null
  const isFilled = (name: string) => setBlank((former) => former.filter((one) => one !== name))

  const isComplete = (byWallet = false) => {
    const given: Record<string, string> = { ...person, plate: draft.plate }
    const who = byWallet ? [] : ['full_name', byPhone ? 'phone' : 'email']
    const needed = [...(car === null ? [] : ['plate']), ...who]
    const isMissing = (name: string) =>
      name === 'full_name' ? splitFullName(person.full_name) === null : given[name]?.trim() === ''
    const missing = needed.filter(isMissing)
    const [first = null] = missing
    setBlank(missing)
    if (first !== null) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    // A wallet's sheet opens only when nothing else can stop the booking.
    if (byWallet && first === null && !start.isSuccess && !botCheck) setWaits(true)
    return first === null && (!byWallet || start.isSuccess || botCheck !== null)
  }
  const enter = async (payer?: WalletEntry['payer']): Promise<string | null> => {
    const typed = byPhone ? person.phone : person.email.trim()
    const email = typed === '' ? (payer?.email.trim() ?? '') : byPhone ? '' : typed
    const full_name = person.full_name.trim() === '' ? (payer?.full_name ?? '') : person.full_name
    const names = splitFullName(full_name)
    if (payer && (names === null || (email === '' && typed === ''))) {
      // A wallet may have a name of one word, or no address. The guest adds what is missing to what it has.
      setPerson({ ...person, full_name, ...(email === '' ? {} : { email }) })
      setBlank([names === null ? 'full_name' : byPhone ? 'phone' : 'email'])
      return null
    }
    if (!isComplete(payer !== undefined) || names === null) return null
    try {
      // The guest is known already if only the vehicle was refused.
      if (!start.isSuccess) {
        if (!botCheck) {
          setWaits(true)
          return null
        }
        const address = email === '' ? { phone: person.phone, country } : { email }
        await start.mutateAsync({ body: { ...names, bot_check: botCheck, ...address } })
        hintSignedIn(true)
      }
    } catch {
      // The form shows what was refused.
      setBotCheck(null)
      setAttempt((before) => before + 1)
      return null
    }
    forgetPerson()
    if (car === null) {
      onEntered()
      return ''
    }
    const { plate } = carBody(draft, zone)
    const saved = await addCar
      .mutateAsync({ body: { plate, ...regionBody('region', draft.region) } })
      .catch(() => null)
    if (saved) {
      forgetCar()
      onEntered()
    }
    return saved?.id ?? null
  }
  useImperativeHandle(entry, () => ({ isComplete, enter }))

  const input = (name: keyof typeof empty, label: string, autoComplete: string, error: ReactNode) => (
    <TextInput
      label={label}
      name={name}
      type={name === 'email' ? 'email' : 'text'}
      autoComplete={autoComplete}
      required
      withAsterisk={false}
      maxLength={name === 'email' ? 254 : 200}
      value={person[name]}
      error={error}
      onChange={(event) => {
        const { value } = event.currentTarget
        isFilled(name)
        setPerson((former) => ({ ...former, [name]: value }))
      }}
    />
  )
  const plateError = errorAt('plate')
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The page's own button does the same, so the event goes on to the page.
        if (entry === null) void enter()
      }}
    >
      {failed && (!refused || refused.field === 'bot_check') ? (
        <Note tone="bad" title={failed.message} />
      ) : null}
      {car === null ? null : (
        <CarFields
          draft={draft}
          country={car.country}
          field={plateError === null ? refused : { field: 'plate', message: plateError }}
          brief
          onChange={(changed) => {
            isFilled('plate')
            setDraft(changed)
          }}
        />
      )}
      {express}
      {input(
        'full_name',
        t('auth.fullName'),
        'name',
        errorAt('full_name') ?? errorAt('first_name') ?? errorAt('last_name'),
      )}
      {byPhone ? (
        <NumberField
          value={person.phone}
          error={errorAt('phone')}
          description={t('phoneCode.guestHint')}
          onChange={(phone) => {
            isFilled('phone')
            setPerson((former) => ({ ...former, phone }))
          }}
        />
      ) : (
        input('email', t('auth.email'), 'email', errorAt('email'))
      )}
      {hasTexts ? (
        <Anchor component="button" type="button" onClick={() => setByPhone(!byPhone)}>
          {byPhone ? t('phoneCode.useEmail') : t('phoneCode.useNumber')}
        </Anchor>
      ) : null}
      <PersonCheck
        key={attempt}
        onSolved={(payload) => {
          setBotCheck(payload)
          if (payload) setWaits(false)
        }}
      />
      {waits ? <Note title={t('auth.personCheckWaits')} /> : null}
      {entry ? (
        // Browsers submit a form with several fields by the Enter key only if it has a button.
        <button type="submit" hidden>
          {t('booking.guestGo')}
        </button>
      ) : (
        <Button
          type="submit"
          h={48}
          loading={start.isPending || addCar.isPending || (start.isSuccess && !addCar.isError)}
        >
          {t('booking.guestGo')}
        </Button>
      )}
    </form>
  )
}
