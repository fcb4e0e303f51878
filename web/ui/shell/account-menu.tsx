'use client'
import { Menu, UnstyledButton } from '@mantine/core'
import { getMeRoute, listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { IconMenu2, IconUser } from '@tabler/icons-react'
import Link from 'next/link'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { hasSignedInHint, hintSignedIn } from '@/lib/signed-in-hint.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { LocaleItems } from '@/ui/shell/locale-menu.tsx'
import { SchemeItems } from '@/ui/shell/scheme-menu.tsx'
import { useSignOut } from '@/ui/shell/use-sign-out.tsx'
import css from './shell.module.css'

const staffRoles = ['PATROLLER', 'ADMIN', 'SUPER_ADMIN']

/** The account menu, which is the same on every page. */
export function AccountMenu() {
  const t = useTranslations()
  const [wasOpened, setWasOpened] = useState(false)
  const isKnown = useSyncExternalStore(never, hasSignedInHint, () => false)
  const me = useApiQuery(getMeRoute, {}, { enabled: isKnown || wasOpened })
  const me_id = me.data?.id
  useEffect(() => {
    if (me_id !== undefined) hintSignedIn({ id: me_id })
    if (me.error?.status === 401) hintSignedIn(false)
  }, [me_id, me.error])
  const memberships = useApiQuery(listMyMembershipsRoute, {}, { enabled: me.isSuccess })
  const signOut = useSignOut(me_id)
  const isStaff = memberships.data?.items.some(
    (one) => one.status === 'ACTIVE' && staffRoles.includes(one.role),
  )

  return (
    <>
      <Menu position="bottom-end" width={240} onOpen={() => setWasOpened(true)}>
        <Menu.Target>
          <UnstyledButton className={css.account} aria-label={t('common.menu')}>
            <IconMenu2 size={18} aria-hidden="true" />
            <span className={css.face} data-known={me.isSuccess || undefined}>
              {initialsOf(me.data) ?? <IconUser size={16} aria-hidden="true" />}
            </span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {me.data ? (
            <>
              <Menu.Label>{me.data.email}</Menu.Label>
              <Menu.Item component={Link} href="/me">
                {t('common.myStays')}
              </Menu.Item>
              <Menu.Item component={Link} href="/me/profile">
                {t('common.profile')}
              </Menu.Item>
              {isStaff ? (
                <>
                  <Menu.Item component={Link} href="/lots">
                    {t('common.myLots')}
                  </Menu.Item>
                  <Menu.Item component="a" href="/patrol">
                    {t('patrol.title')}
                  </Menu.Item>
                </>
              ) : null}
              {me.data.roles.includes('OPENSPOT_ADMIN') ? (
                <Menu.Item component={Link} href="/platform">
                  {t('platform.nav.place')}
                </Menu.Item>
              ) : null}
            </>
          ) : (
            <>
              <Menu.Item component={Link} href="/sign-in">
                {t('common.signIn')}
              </Menu.Item>
              <Menu.Item component={Link} href="/sign-up">
                {t('common.signUp')}
              </Menu.Item>
            </>
          )}
          <Menu.Divider />
          <Menu.Item component={Link} href="/privacy">
            {t('usage.privacy.menu')}
          </Menu.Item>
          <Menu.Divider />
          <SchemeItems />
          <Menu.Divider />
          <LocaleItems me={me.data} />
          {me.data ? (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => void signOut.ask()}>{t('common.signOut')}</Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {signOut.question}
    </>
  )
}

/** The hint does not change while a page is open. */
const never = () => () => {}

function initialsOf(
  me: { first_name: string | null; last_name: string | null; email: string | null } | undefined,
) {
  if (!me) return null
  const initials = `${me.first_name?.[0] ?? ''}${me.last_name?.[0] ?? ''}` || (me.email?.[0] ?? '')
  return initials ? initials.toUpperCase() : null
}
