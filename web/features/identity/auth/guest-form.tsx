'use client'
import { Button, TextInput } from '@mantine/core'
import { startGuestRoute } from '@openspot/contract/identity/auth.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { hintSignedIn } from '@/lib/signed-in-hint.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'
import { PersonCheck } from './person-check.tsx'

const empty = { first_name: '', last_name: '', email: '' }

/** Continues without an account: asks for a name, an address for the pass, and the bot check. */
export function GuestForm({ onEntered }: { onEntered: () => void }) {
  const t = useTranslations()
  const [person, setPerson] = useState(empty)
  const [botCheck, setBotCheck] = useState<string | null>(null)
  const [waits, setWaits] = useState(false)
  // A puzzle can be used once, so a refusal needs a new one.
  const [attempt, setAttempt] = useState(0)
  const enter = useApiMutation(startGuestRoute)
  const field = fieldOf(enter.error)
  const input = (name: keyof typeof empty, label: string, autoComplete: string) => (
    <TextInput
      label={label}
      name={name}
      type={name === 'email' ? 'email' : 'text'}
      autoComplete={autoComplete}
      required
      withAsterisk={false}
      maxLength={name === 'email' ? 254 : 100}
      value={person[name]}
      error={field?.field === name ? field.message : null}
      onChange={(event) => {
        const { value } = event.currentTarget
        setPerson((former) => ({ ...former, [name]: value }))
      }}
    />
  )
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!botCheck) return setWaits(true)
        enter.mutate(
          { body: { ...person, email: person.email.trim(), bot_check: botCheck } },
          {
            onSuccess: () => {
              hintSignedIn(true)
              onEntered()
            },
            onError: () => {
              setBotCheck(null)
              setAttempt((before) => before + 1)
            },
          },
        )
      }}
    >
      {enter.error && (!field || field.field === 'bot_check') ? (
        <Note tone="bad" title={enter.error.message} />
      ) : null}
      <div className={css.names}>
        {input('first_name', t('auth.firstName'), 'given-name')}
        {input('last_name', t('auth.lastName'), 'family-name')}
      </div>
      {input('email', t('auth.email'), 'email')}
      <PersonCheck
        key={attempt}
        onSolved={(payload) => {
          setBotCheck(payload)
          if (payload) setWaits(false)
        }}
      />
      {waits ? <Note title={t('auth.personCheckWaits')} /> : null}
      <Button type="submit" h={48} loading={enter.isPending || enter.isSuccess}>
        {t('booking.guestGo')}
      </Button>
    </form>
  )
}
