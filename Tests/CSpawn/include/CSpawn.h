#ifndef PURSER_CSPAWN_H
#define PURSER_CSPAWN_H

#include <spawn.h>

// glibc has both since 2.34, and shows them to GNU sources only.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);

#endif
