'use client'
import { Button, TextInput } from '@mantine/core'
import { signOut } from '@openspot/contract/auth.ts'
import { getMe, type Me, patchUser } from '@openspot/contract/users.ts'
import { useState } from 'react'
import { fieldOf } from '@/lib/api.ts'
import { useSend } from '@/lib/use-api.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './profile.module.css'

/** Who I am, and the way out. */
export function ProfileScreen({ me }: { me: Me }) {
  const [person, setPerson] = useState({
    first_name: me.first_name ?? '',
    last_name: me.last_name ?? '',
    email: me.email ?? '',
  })
  const save = useSend(patchUser, { refresh: [getMe] })
  const leave = useSend(signOut)
  const field = fieldOf(save.error)
  const known = save.data ?? me
  const changes = Object.fromEntries(
    Object.entries(person).filter(
      ([name, value]) => value.trim() !== (known[name as keyof typeof person] ?? ''),
    ),
  )
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
      <PageHead title={words.driver.profile} text={words.driver.profileText} />
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ params: { user_id: me.id }, body: changes })
        }}
      >
        {save.error && !field ? <Note tone="bad" title={save.error.message} /> : null}
        {save.isSuccess && Object.keys(changes).length === 0 ? (
          <Note tone="good" title={words.driver.saved} />
        ) : null}
        <div className={css.names}>
          {input('first_name', words.auth.firstName, { autoComplete: 'given-name', maxLength: 100 })}
          {input('last_name', words.auth.lastName, { autoComplete: 'family-name', maxLength: 100 })}
        </div>
        {input('email', words.auth.email, {
          type: 'email',
          autoComplete: 'email',
          description: known.email_verified_at ? words.driver.emailHint : words.driver.notVerified,
        })}
        <div className={css.buttons}>
          <Button type="submit" loading={save.isPending} disabled={Object.keys(changes).length === 0}>
            {words.common.save}
          </Button>
          <Button
            variant="default"
            loading={leave.isPending}
            onClick={() => leave.mutate({}, { onSuccess: () => window.location.assign('/') })}
          >
            {words.common.signOut}
          </Button>
        </div>
      </form>
    </>
  )
}
