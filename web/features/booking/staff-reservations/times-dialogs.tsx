'use client'
import { StaffChangeDialog, type StaffChangeKind } from '@/ui/staff-change/staff-change-dialog.tsx'
import type { ActionProps } from './reservation-actions.tsx'

const withKind = (kind: StaffChangeKind) =>
  function TimesDialog(props: ActionProps) {
    return <StaffChangeDialog {...props} kind={kind} />
  }

export const ExtendDialog = withKind('extend')
export const ChangeTimesDialog = withKind('times')
export const EndNowDialog = withKind('end')
