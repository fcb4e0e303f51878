/** The formats in which cameras send what they read. */
export const cameraKinds = ['PLATE_RECOGNIZER', 'OPENALPR', 'HIKVISION', 'AXIS', 'GENETEC'] as const
export type CameraKind = (typeof cameraKinds)[number]
/** What passing a camera means: a vehicle enters, leaves, does either, or is somewhere inside. */
export const cameraDirections = ['ENTRY', 'EXIT', 'BOTH', 'INSIDE'] as const
/** What became of an event: a plate was read, it is none with a plate, or it could not be read. */
export const cameraEventOutcomes = ['READ', 'IGNORED', 'MALFORMED'] as const
export type CameraEventOutcome = (typeof cameraEventOutcomes)[number]
/** Why an event was not used: the first five are events without a plate, the others could not be read. */
export const cameraEventReasons = [
  'NO_PLATE',
  'PREVIEW',
  'OTHER_EVENT',
  'INACTIVE',
  'TEST',
  'EMPTY',
  'TOO_LARGE',
  'ENCODED',
  'NOT_JSON',
  'NOT_XML',
  'NOT_MULTIPART',
  'FORBIDDEN_XML',
  'TOO_COMPLEX',
  'PART_MISSING',
  'FIELD_MISSING',
  'PLATE_UNREADABLE',
  'CLOCK_WRONG',
] as const
export type CameraEventReason = (typeof cameraEventReasons)[number]
/** Which way a vehicle passed a camera. */
export const plateDirections = ['IN', 'OUT', 'INSIDE', 'UNKNOWN'] as const
export type PlateDirection = (typeof plateDirections)[number]
/** What became of opening the gate of a camera for a plate. */
export const plateGateResults = ['REQUESTED', 'JOINED', 'REJECTED', 'NO_RIGHT', 'TOO_LATE'] as const
export type PlateGateResult = (typeof plateGateResults)[number]
/** How a visit ended: the exit was seen, staff recorded it, or the vehicle was seen entering again. */
export const visitEnds = ['EXIT', 'STAFF', 'SEEN_ENTERING_AGAIN'] as const
export type VisitEnd = (typeof visitEnds)[number]
export const visitStates = ['AUTHORIZED', 'OVERSTAY', 'NO_RIGHT'] as const
export type VisitState = (typeof visitStates)[number]
/** Notifications to the staff of a lot about vehicles that its cameras saw. */
export const visitNoticeKinds = ['OVERSTAY', 'UNKNOWN_VEHICLE'] as const
/** Notifications to the staff of a lot about its cameras. */
export const cameraNoticeKinds = [...visitNoticeKinds, 'CAMERA_SILENT'] as const
