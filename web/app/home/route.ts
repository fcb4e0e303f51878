import { getMyHomeRoute } from '@openspot/contract/identity/users.ts'
import { HOME } from '@openspot/core/memberships/home-path.ts'
import { redirect } from 'next/navigation'
import { fetchPage } from '@/lib/page-api.ts'

/** Redirects to where the person works. Every sign-in without another page ends here. */
export async function GET() {
  const home = await fetchPage(HOME, getMyHomeRoute, {})
  redirect(home.ok ? home.data.path : '/me')
}
