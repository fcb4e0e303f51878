'use client'
import { getMeRoute, listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { StaffTools } from './staff-tools.tsx'

/** The command palette on the pages of a person, if they work at a lot or for the platform. */
export function MyStaffTools() {
  const me = useApiQuery(getMeRoute, {})
  const memberships = useApiQuery(listMyMembershipsRoute, {}, { enabled: me.isSuccess })
  const works =
    me.data?.roles.includes('OPENSPOT_ADMIN') ||
    memberships.data?.items.some(({ role, status }) => status === 'ACTIVE' && role !== 'MEMBER')
  return works ? <StaffTools /> : null
}
