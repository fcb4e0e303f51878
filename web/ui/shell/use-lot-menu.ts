'use client'
import { getUsedSectionsRoute } from '@openspot/contract/lots/lot-setup.ts'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { isOptional, type LotSection, lotSections } from '@/lib/lot-sections.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import type { ConsoleMenuItem, ConsoleMenuTopic } from '@/ui/shell/console-menu.tsx'

interface LotMenu {
  main: ConsoleMenuItem[]
  topics: ConsoleMenuTopic[]
  unused: ConsoleMenuItem[]
}

/** The menu of a lot's console: the work of each day, the other sections that the lot uses, and those that it doesn't use yet. */
export function useLotMenu({
  lot_id,
  path,
  isTheirs,
  canPatrol,
}: {
  lot_id: string | undefined
  path: string | null
  isTheirs: (section: LotSection) => boolean
  canPatrol: boolean
}): LotMenu {
  const t = useTranslations()
  const answer = useApiQuery(
    getUsedSectionsRoute,
    { params: { lot_id: lot_id ?? '' } },
    { client: 'admin', enabled: lot_id !== undefined },
  )
  const { refetch } = answer
  // What was added on one page is in the menu on the next.
  useEffect(() => {
    if (path && lot_id !== undefined) void refetch({ cancelRefetch: false })
  }, [path, lot_id, refetch])
  const root = `/lots/${lot_id}`
  const item = (section: LotSection): ConsoleMenuItem => ({
    href: `${root}/${section}`,
    label: t(`staff.nav.${section}`),
  })
  // If it can't be read, everything is shown. The section that is open always is.
  const used: readonly LotSection[] | undefined = answer.data?.sections
  const isUsed = (section: LotSection) =>
    !isOptional(section) ||
    answer.isError ||
    used?.includes(section) === true ||
    path === `${root}/${section}` ||
    path?.startsWith(`${root}/${section}/`) === true
  const { now, ...others } = lotSections
  return {
    main: [
      { href: root, label: t('staff.nav.overview'), isExact: true },
      // A page of its own, so that its service worker is in charge from the start.
      ...(canPatrol ? [{ href: `/patrol/${lot_id}`, label: t('patrol.title'), isOtherApp: true }] : []),
      ...now.filter((section) => isTheirs(section) && isUsed(section)).map(item),
    ],
    topics: Object.entries(others).map(([topic, sections]) => ({
      name: t(`staff.nav.sections.${topic as keyof typeof others}`),
      items: (sections as readonly LotSection[])
        .filter((section) => isTheirs(section) && isUsed(section))
        .map(item),
    })),
    unused:
      used === undefined
        ? []
        : Object.values(lotSections)
            .flat()
            .filter((section) => isTheirs(section) && !isUsed(section))
            .map(item),
  }
}
