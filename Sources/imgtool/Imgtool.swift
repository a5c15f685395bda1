@main
struct Imgtool {
  static func main() {}
}
