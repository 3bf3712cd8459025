// Commands that act on this machine instead of through the API. The launcher hands them to the server
// package; they are listed here for help and completion.

export const machineCommands = [
  { name: 'up', summary: 'Make this machine ready and start the control plane' },
  { name: 'down', summary: 'Stop what up started; all data stays' },
  { name: 'server', summary: 'Run the control plane in the foreground' },
  { name: 'images build', summary: 'Get the platform images, built here where no registry answers' },
  { name: 'images list', summary: 'List the platform images and which are here' },
  { name: 'recover-admin', summary: 'Let a locked-out admin back in' },
] as const
