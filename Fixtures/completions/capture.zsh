# Prints what zsh proposes for a command line, one candidate a line: zsh -f capture.zsh SCRIPT LINE
zmodload zsh/zpty || exit 1
zpty shell zsh -f -i
line() { local text; while zpty -r shell text; do [[ $text == *ready* ]] && return; done; }
zpty -w shell "source ${(q)0:A:h}/inside.zsh ${(q)1}"
line
zpty -w -n shell "$2"$'\t'
integer inside=0
while zpty -r shell text; do
  case $text in
    *$'\C-B'*) inside=1 ;;
    *$'\C-C'*) break ;;
    *) (( inside )) && print -r -- ${text%$'\r\n'} ;;
  esac
done
zpty -d shell
