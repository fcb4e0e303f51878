export const errors = {
  titles: {
    400: 'Bad Request',
    404: 'This page could not be found',
    405: 'Method Not Allowed',
    500: 'Internal Server Error',
  } as Record<number, string>,
  explained: {
    400: 'The address or what was sent with it could not be read. Nothing was changed.',
    404: 'The link may be old, or the page may have moved. Nothing of yours is lost.',
    405: 'This address does not take that kind of request. Nothing was changed.',
    500: 'Something failed on our side and has been noted. If you were paying, look at your stays before you try again.',
  } as Record<number, string>,
  otherTitle: 'This did not work',
  otherText: 'Nothing was changed. Try again in a moment.',
  goHome: 'Find parking',
  goToStays: 'Go to my stays',
  loadFailed: 'This could not be loaded',
  loadFailedText: 'Nothing was changed. Check your connection, then try again.',
  noPermission: 'This is not open to you',
  noPermissionText:
    'Your account does not have the role for this. Ask an admin of the lot to give it to you.',
  signInFirst: 'Sign in to see this',
  signInFirstText: 'Your session may have ended. Nothing was lost.',
}
