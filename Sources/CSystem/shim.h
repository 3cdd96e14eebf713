#ifndef PUSHINBOX_CSYSTEM_SHIM_H
#define PUSHINBOX_CSYSTEM_SHIM_H

#include <spawn.h>
#include <sys/socket.h>
#include <sys/types.h>

#ifdef __linux__
// glibc declares these under _GNU_SOURCE only, which Swift's Glibc module does without.
struct csys_ucred {
  pid_t pid;
  uid_t uid;
  gid_t gid;
};
extern int posix_spawn_file_actions_addchdir_np(
    posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(
    posix_spawn_file_actions_t *actions, int from);
#else
extern int getpeereid(int socket, uid_t *uid, gid_t *gid);
#endif

// The user at the other end of a Unix domain socket; 0, or -1 with errno (unix(7), getpeereid(3)).
static inline int csys_peer_uid(int socket, uid_t *uid) {
#ifdef __linux__
  struct csys_ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  *uid = peer.uid;
  return 0;
#else
  gid_t gid;
  return getpeereid(socket, uid, &gid);
#endif
}

// Every descriptor from 3 on stays here; the two systems say it differently.
static inline int csys_spawn_closing_others(
    posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, short flags) {
#ifdef __linux__
  int code = posix_spawn_file_actions_addclosefrom_np(actions, 3);
  return code != 0 ? code : posix_spawnattr_setflags(attributes, flags);
#else
  (void)actions;
  return posix_spawnattr_setflags(attributes, flags | POSIX_SPAWN_CLOEXEC_DEFAULT);
#endif
}

#endif
