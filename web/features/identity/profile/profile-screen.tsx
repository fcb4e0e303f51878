'use client'
import { Button, TextInput } from '@mantine/core'
import { getMeRoute, type Me, patchUserRoute } from '@openspot/contract/identity/users.ts'
import { formatPhone } from '@openspot/core/phones/phones.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { typedPhone } from '@/lib/typed-phone.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useReaderCountry } from '@/lib/use-country.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import { useSignOut } from '@/ui/shell/use-sign-out.tsx'
import { Note } from '@/ui/states.tsx'
import account from './account.module.css'
import { CalendarPanel } from './calendar-panel.tsx'
import { DevicesPanel } from './devices.tsx'
import { LocalePart } from './locale-part.tsx'
import { MyDataPanel } from './my-data.tsx'
import css from './profile.module.css'
import { SuggestedContacts } from './suggested-contacts.tsx'
import { WaysInPanel } from './ways-in.tsx'

/** The user's profile and account settings. */
export function ProfileScreen({ me }: { me: Me }) {
  const t = useTranslations()
  const country = useReaderCountry()
  const shownPhone = (phone: string | null) => (phone === null ? '' : formatPhone(phone, country))
  const [person, setPerson] = useState({
    first_name: me.first_name ?? '',
    last_name: me.last_name ?? '',
    email: me.email ?? me.contact_email ?? '',
    phone: shownPhone(me.phone),
  })
  // The account after its number was verified, until the form is saved again.
  const [proven, setProven] = useState<Me | null>(null)
  const save = useApiMutation(patchUserRoute, { refresh: [getMeRoute] })
  const signOut = useSignOut(me.id)
  const field = fieldOf(save.error)
  const known = proven ?? save.data ?? me
  const isGuest = known.account_status === 'GHOST'
  const saved = {
    first_name: known.first_name ?? '',
    last_name: known.last_name ?? '',
    email: known.email ?? known.contact_email ?? '',
    phone: shownPhone(known.phone),
  }
  // An unconfirmed new address is not the account's yet, but it must not be requested twice.
  const sent = save.variables?.body.email ?? null
  const changed = {
    ...(person.first_name.trim() === saved.first_name ? {} : { first_name: person.first_name.trim() }),
    ...(person.last_name.trim() === saved.last_name ? {} : { last_name: person.last_name.trim() }),
    ...(person.phone.trim() === saved.phone ? {} : { phone: person.phone.trim() || null }),
    ...(person.email.trim().toLowerCase() === saved.email || (save.isSuccess && person.email.trim() === sent)
      ? {}
      : { email: person.email.trim() }),
  }
  const hasChanges = Object.keys(changed).length > 0
  const input = (
    name: keyof typeof person,
    label: string,
    more: Partial<React.ComponentProps<typeof TextInput>>,
  ) => (
    <TextInput
      name={name}
      label={label}
      value={person[name]}
      error={field?.field === name ? field.message : null}
      onChange={(event) => {
        const { value } = event.currentTarget
        setPerson((former) => ({ ...former, [name]: value }))
      }}
      {...more}
    />
  )
  return (
    <>
      <PageHead title={t('driver.profile')} text={t('driver.profileText')} />
      <div className={css.notes}>
        <SuggestedContacts
          isBusy={save.isPending}
          onUse={(body, onDone) =>
            save.mutate(
              { params: { user_id: me.id }, body },
              {
                onSuccess: ({ phone }) => {
                  if ('phone' in body) setPerson((former) => ({ ...former, phone: shownPhone(phone) }))
                  onDone()
                },
              },
            )
          }
        />
      </div>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(
            { params: { user_id: me.id }, body: changed },
            // The server returns the number in E.164 form.
            {
              onSuccess: ({ phone }) => {
                setProven(null)
                setPerson((former) => ({ ...former, phone: shownPhone(phone) }))
              },
            },
          )
        }}
      >
        {save.error && !field ? <Refusal error={save.error} path="/me/profile" /> : null}
        {save.isSuccess && !hasChanges ? (
          <Note tone="good" title={sent ? t('driver.emailSent', { email: sent }) : t('driver.saved')} />
        ) : null}
        {isGuest ? (
          <Note title={known.contact_verified_at ? t('auth.claimAccountTitle') : t('auth.confirmTitle')}>
            {known.contact_verified_at || !known.contact_email ? null : (
              <p>{t('auth.confirmText', { email: known.contact_email })}</p>
            )}
            <p>
              <Link href="/claim">
                {known.contact_verified_at ? t('auth.claimGo') : t('auth.confirmSend')}
              </Link>
            </p>
          </Note>
        ) : null}
        <div className={css.names}>
          {input('first_name', t('auth.firstName'), { autoComplete: 'given-name', maxLength: 100 })}
          {input('last_name', t('auth.lastName'), { autoComplete: 'family-name', maxLength: 100 })}
        </div>
        {input('email', t('auth.email'), {
          type: 'email',
          autoComplete: 'email',
          readOnly: isGuest,
          description: isGuest
            ? null
            : known.email_verified_at
              ? t('driver.emailHint')
              : t('driver.notVerified'),
        })}
        {input('phone', t('driver.phone'), {
          type: 'tel',
          autoComplete: 'tel',
          maxLength: 40,
          description: t('driver.phoneHint'),
          onChange: ({ currentTarget }) =>
            setPerson({ ...person, phone: typedPhone(currentTarget, person.phone, country) }),
        })}
        <div className={css.buttons}>
          <GatedButton
            type="submit"
            loading={save.isPending}
            why={hasChanges ? null : t('common.why.unchanged')}
          >
            {t('common.save')}
          </GatedButton>
          <Button variant="default" loading={signOut.isBusy} onClick={() => void signOut.ask()}>
            {t('common.signOut')}
          </Button>
          {signOut.question}
        </div>
        <LocalePart me={me} />
        <Button component={Link} variant="default" href="/me/notifications/settings">
          {t('notifications.settings')}
        </Button>
      </form>
      <div className={account.screen}>
        {isGuest ? null : (
          <WaysInPanel
            me={known}
            onChanged={(verified) => {
              setProven(verified)
              setPerson((former) => ({ ...former, phone: shownPhone(verified.phone) }))
            }}
          />
        )}
        <CalendarPanel />
        <DevicesPanel />
        <MyDataPanel user_id={me.id} isGuest={isGuest} />
      </div>
    </>
  )
}
