PROMPT=
path=($PWD/bin $path)
autoload -Uz compinit
# Reading all of zsh's functions is nearly all the work, so the first shell writes what it found beside the script.
compinit -u -C -d $1.dump
source $1
zle -C propose complete-word _main_complete
bindkey '^I' propose
before() { print -r -- $'\C-B'; }
after() { print -r -- $'\C-C'; exit; }
compprefuncs=(before)
comppostfuncs=(after)
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a found
  builtin compadd -A found "$@"
  (( $#found )) && print -rl -- $found
  builtin compadd "$@"
}
print ready
